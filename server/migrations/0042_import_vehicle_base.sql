-- Hash of the vehicle base that decided how many applications the rows of a mapped file have.
alter table imports add column vehicle_base text;
