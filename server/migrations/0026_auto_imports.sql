-- An import can apply its review by itself when nothing in it needs a person. It is cleared once the review waits for one.
alter table imports add auto_apply boolean not null default false;
