import type { ReactNode } from 'react'

interface DataTableProps {
  /** Cells of the header row. */
  head: ReactNode
  /** Rows. */
  children: ReactNode
}

/** A table on a card; it scrolls sideways where it is too wide. */
export function DataTable({ head, children }: DataTableProps) {
  return (
    <div className="overflow-x-auto rounded-card border border-border bg-surface">
      <table className="w-full text-left">
        <thead className="bg-sunken text-12 text-text-3">
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
