-- Keeps removed_vehicles in step with the vehicle base.
create or replace function follow_vehicles() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    delete from removed_vehicles where id in (select id from new_rows);
  else
    insert into removed_vehicles (id, origin, brand, model, model_master, version, engine_code, fuel, sold_from_year,
        sold_until_year, components)
      select id, origin, brand, model, model_master, version, engine_code, fuel, sold_from_year, sold_until_year, components
      from old_rows;
  end if;
  return null;
end $$;
