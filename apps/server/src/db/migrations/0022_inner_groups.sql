-- Stacks beyond the bound of exact groups are distinguished by their innermost calls alone. Their events resolve alike where the
-- error was thrown, not as a whole.
alter table exact_groups add column is_inner boolean not null default false;
