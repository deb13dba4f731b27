import type { TestDatabase } from './test-database.ts'

/** A record of changes to packs. */
export interface PackWrites {
  /** How often each pack of a project was changed or deleted by committed transactions. */
  counts(projectId: number): Promise<number[]>
  /** Makes the database fail after this many writes, like a full disk. */
  failAfter(writes: number): Promise<void>
}

/** Records every change and deletion of a pack from now on. */
export async function watchPackWrites({ pool }: TestDatabase): Promise<PackWrites> {
  const failAfter = async (writes: number) => {
    await pool.query(
      `create or replace function note_pack_write() returns trigger language plpgsql as $$
       begin
         insert into pack_writes values (old.project_id, old.id);
         if (select count(*) from pack_writes) > ${writes} then raise exception 'no room for packs'; end if;
         return null;
       end $$`,
    )
  }
  await pool.query('create table pack_writes (project_id bigint, pack_id bigint)')
  await failAfter(1e9)
  await pool.query(
    'create trigger pack_written after update or delete on packs for each row execute function note_pack_write()',
  )
  return {
    failAfter,
    async counts(projectId) {
      const { rows } = await pool.query<{ n: number }>(
        'select count(*) as n from pack_writes where project_id = $1 group by pack_id',
        [projectId],
      )
      return rows.map(({ n }) => n)
    },
  }
}
