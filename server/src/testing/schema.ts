import type pg from 'pg';

/** Objects of the catalog as lines of text. Those of extensions are left out. */
const DESCRIPTION = `
  with classes as (
    select oid, relname::text as name, relkind, relispartition, relpartbound, reloptions from pg_class c
    where relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')),
  functions as (
    select oid from pg_proc p where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e'))
  select line from (
  select 'extension ' || extname as line from pg_extension
  union all select concat_ws(' ', 'class', relkind, name, pg_get_expr(relpartbound, oid), reloptions) from classes
  union all select concat_ws(' ', 'column', name, row_number() over (partition by attrelid order by attnum), attname,
      format_type(atttypid, atttypmod), case when attcollation <> 0 then attcollation::regcollation end,
      case when attnotnull then 'not null' end, 'identity', nullif(attidentity, ''), 'generated', nullif(attgenerated, ''),
      pg_get_expr(adbin, adrelid), 'statistics', nullif(attstattarget, -1))
    from classes join pg_attribute on attrelid = classes.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v')
  -- Columns have their own not null, which is a constraint from PostgreSQL 18 on.
  union all select concat_ws(' ', 'constraint', name, conname, pg_get_constraintdef(pg_constraint.oid))
    from classes join pg_constraint on conrelid = classes.oid where contype <> 'n'
  union all select 'index ' || pg_get_indexdef(oid) from classes where relkind in ('i', 'I')
  union all select 'view ' || name || pg_get_viewdef(oid) from classes where relkind = 'v'
  union all select concat_ws(' ', 'sequence', name, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcycle,
      'of', refobjid::regclass, refobjsubid > 0, deptype)
    from classes join pg_sequence on seqrelid = oid left join pg_depend on classid = 'pg_class'::regclass
      and objid = oid and refclassid = 'pg_class'::regclass
  union all select 'function ' || pg_get_functiondef(oid) from functions
  union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
    from classes join pg_trigger t on tgrelid = classes.oid where not tgisinternal) lines
  order by line collate "C"`;

/** Returns the schema of a database as lines that can be compared. */
export const describeSchema = async (client: pg.Client) =>
  (await client.query<{ line: string }>(DESCRIPTION)).rows.map(({ line }) => line);
