import type { ComponentChildren } from 'preact'
import { DataTable, type TableProps } from './data-table.tsx'
import { type ListPath, type PagesProps, RecordPages, type RowOf } from './record-pages.tsx'

interface Props<P extends ListPath>
  extends Omit<PagesProps<P>, 'above'>,
    Omit<TableProps<RowOf<P>>, 'rows' | 'caption' | 'foot' | 'empty'> {
  /** What the table holds. Default: the title. */
  caption?: string
  /** Which of two rows of a page comes first. Default: as the service has them. */
  order?: (one: RowOf<P>, other: RowOf<P>) => number
  /** Above the rows. */
  children?: ComponentChildren
}

/** A table of a list of the API, by pages. */
export const RecordList = <P extends ListPath>({ caption, order, children, ...props }: Props<P>) => (
  <RecordPages {...props} above={children}>
    {(rows, pager) => (
      <DataTable<RowOf<P>>
        {...props}
        caption={caption ?? props.title}
        rows={order ? rows.toSorted(order) : rows}
        foot={pager}
      />
    )}
  </RecordPages>
)
