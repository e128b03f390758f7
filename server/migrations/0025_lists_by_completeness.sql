-- Parts of a product that lack the same are equally complete: they are a group. Lists by completeness put the groups in
-- order, which are few, and read the parts of those that a page is in.

-- Written after a dot like a column: part_counts.gap_group. `lacks` has eleven bits.
create function gap_group(counts part_counts) returns bigint language sql immutable parallel safe
  return (counts.part_product_id::bigint << 12) | counts.lacks;
create index part_counts_by_gaps on part_counts
  (part_brand_id, ((part_product_id::bigint << 12) | lacks), created_at, part_id);

-- What lists add up. Rows of part_tallies count nothing here; they tell that something else of the parts has changed.
create view listed_gaps as
  select id, part_brand_id, part_product_id, lacks, (part_product_id::bigint << 12) | lacks as gap_group, parts
    from gap_tallies
  union all
  select -id, part_brand_id, part_product_id, null, null, 0 from part_tallies;

analyze part_counts;
