-- Extensions, and the functions that generated columns, checks and indexes call. They refer to no table.
--
-- A change here changes stored values. It needs a migration that replaces the function too, and then rewrites the
-- columns and rebuilds the indexes that use it.

create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;
create extension if not exists btree_gin with schema public;
-- Unused since 0029. It may belong to another role, which alone could drop it.
create extension if not exists fuzzystrmatch with schema public;

-- Names are compared without case or accents. unaccent() is only "stable", because its dictionary could be replaced.
-- The dictionary is named here and never replaced, so that the result can be indexed.
create or replace function fold(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- Codes are compared by their letters and digits alone, and ñ is not n: while accents are removed, ñ is a control
-- character, which no code has. One expression, so that the planner inlines the call.
create or replace function bare(value text) returns text
  language sql immutable strict parallel safe
  return translate(
    regexp_replace(fold(translate(value, E'ñÑ\x01', E'\x01\x01')), E'[^[:alnum:]\x01]+', '', 'g'), E'\x01', 'ñ');

-- A bare code as it is searched for: without leading zeros, which some people write and others leave out. It is not
-- strict: PostgreSQL would call it for every row instead of inlining it.
create or replace function number_of(bare text) returns text language sql immutable parallel safe
  return coalesce(nullif(ltrim(bare, '0'), ''), '0');
