import type { ComponentChildren } from 'preact'
import { type ReadOptions, useRead } from '../api/queries.ts'
import type { Answer, PathOf, Request } from '../api/types.ts'
import { number } from '../logic/url-state.ts'
import { Button } from './button.tsx'
import { Empty, Loaded } from './loaded.tsx'
import { Pager } from './pager.tsx'
import { Panel } from './panel.tsx'
import { useUrlState } from './use-url-state.ts'

/** The lists of the API that come by pages. */
export type ListPath = {
  [P in PathOf<'GET'>]: Answer<'GET', P> extends { data: unknown[]; total: number } ? P : never
}[PathOf<'GET'>]

export type RowOf<P extends ListPath> = Answer<'GET', P>['data'][number]

/** How many rows a page of a list has. */
export const LIMIT = 50

export interface PagesProps<P extends ListPath> {
  title: string
  path: P
  request?: Request<'GET', P>
  /** What is downloaded. Default: the rows of this page. */
  whole?: Request<'GET', P>
  /** The parameter of the address that says which page is shown. Default: page. */
  pageIn?: string
  /** true: the list has one page, as long as the request says. */
  isOnePage?: boolean
  /** true: no pager stands under a list of one page. */
  isShort?: boolean
  /** false: it can't be had as CSV. */
  csv?: boolean
  /** Clears the filters; undefined: there are none. */
  onClear?: () => void
  /** Said where there is no row, and below it what would bring one. */
  none?: string
  hint?: ComponentChildren
  /** How high the list will be, so that nothing moves. */
  height: string
  /** Beside the title. */
  aside?: ComponentChildren
  /** Above the rows. */
  above?: ComponentChildren
  class?: string
  every?: ReadOptions['every']
}

interface Props<P extends ListPath> extends PagesProps<P> {
  /** Shows the rows of a page, and the pager below them. */
  children: (rows: RowOf<P>[], pager: ComponentChildren) => ComponentChildren
}

/** A list of the API by pages, in a panel; the page is in the address. One stays while the next comes. */
export function RecordPages<P extends ListPath>(props: Props<P>) {
  const { title, path, request, whole, pageIn = 'page', isOnePage, isShort, csv = true, every } = props
  const [{ [pageIn]: page = 1 }, change] = useUrlState({ [pageIn]: number(1) })
  const { query } = (request ?? {}) as { query?: object }
  const asked = isOnePage ? request : { ...request, query: { ...query, page, limit: LIMIT } }
  const list = useRead(path, asked as Request<'GET', P>, { keep: !isOnePage, every })
  const source = { path, request: (whole ?? asked) as object, csv }
  const empty = props.onClear ? (
    <NoneOfThese onClear={props.onClear} />
  ) : (
    props.none && <Empty title={props.none}>{props.hint}</Empty>
  )
  return (
    <Panel class={`flush ${props.class ?? ''}`} title={title} source={source} aside={props.aside}>
      {props.above}
      <Loaded of={list} height={props.height}>
        {({ data, total, limit }: { data: RowOf<P>[]; total: number; limit: number }) =>
          (data.length === 0 && empty) ||
          props.children(
            data,
            !isOnePage && (!isShort || total > limit) && (
              <Pager page={page} limit={limit} total={total} onPage={(next) => change({ [pageIn]: next })} />
            ),
          )
        }
      </Loaded>
    </Panel>
  )
}

/** Said where the filters leave nothing. */
const NoneOfThese = ({ onClear }: { onClear: () => void }) => (
  <Empty title="Nothing fits these filters.">
    <Button class="small" onClick={onClear}>
      Clear the filters
    </Button>
  </Empty>
)
