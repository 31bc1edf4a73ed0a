import { useRoute } from 'preact-iso/router'
import { useRead } from '../../../api/queries.ts'
import { count, months, plural, score } from '../../../logic/format.ts'
import { Link } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { Page } from '../../../parts/page.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Progress } from '../../../parts/progress.tsx'
import { TableHead } from '../../../parts/table-head.tsx'
import { Tile } from '../../../parts/tile.tsx'
import { BacktestBadge } from '../../rules/drafts/backtest-badge.tsx'
import { type BacktestResult, isOpen, useProgress } from '../../rules/drafts/draft-reads.ts'
import { DriftSellers } from './drift-sellers.tsx'

const PATH = '/api/backtests/{id}'

/** What late facts would make of final scores, and the way to appeals of those that they move. */
export default function DriftPage() {
  const id = Number(useRoute().params.id)
  const read = useRead(PATH, { path: { id } }, { keep: true })
  return (
    <Page
      title={read.data ? `Late facts of ${months(read.data)}` : 'Late facts'}
      above={<Link to="/corrections?tab=late">Late facts</Link>}
    >
      <Loaded of={read} height="24rem">
        {(result) => <Found key={id} result={result} />}
      </Loaded>
    </Page>
  )
}

function Found({ result }: { result: BacktestResult }) {
  const now = useProgress(result)
  const total = now.parts_total ?? 0
  if (isOpen(now))
    return (
      <section class="panel stack tight" aria-label="Looking at the facts">
        <p class="row spread">
          <strong>Looking at the facts</strong>
          <BacktestBadge status={now.status} />
        </p>
        <Progress
          label="Looking at the facts"
          done={now.parts_done}
          total={total}
          spoken={now.status === 'queued' ? 'Waiting' : 'Running'}
        />
        {result.waiting_for && <p class="faint">{result.waiting_for}</p>}
      </section>
    )
  if (!result.by_feed)
    return (
      <p class="notice">
        <BacktestBadge status={now.status} /> {now.error}
      </p>
    )
  const differs = (result.differ ?? 0) > 0
  return (
    <>
      <div class="tiles">
        <Tile
          name="Scores that differ"
          figure={count(result.differ)}
        >{`of ${plural(result.scores ?? 0, 'final score', 'final scores')}`}</Tile>
        <Tile name="Mean difference" figure={count(result.mean_abs)}>
          in points of the total
        </Tile>
        <Tile name="Largest difference" figure={score(result.max_abs)}>
          in points of the total
        </Tile>
        {(result.stored_differs ?? 0) > 0 && (
          <Tile name="Left as they are" figure={count(result.stored_differs)}>
            another version of the service computed them
          </Tile>
        )}
      </div>
      {differs ? (
        <>
          <ByFeed result={result} feeds={result.by_feed} />
          {result.movers && <DriftSellers id={result.id} movers={result.movers} />}
        </>
      ) : (
        <Notice icon="check">Nothing has come late that changes a score.</Notice>
      )}
    </>
  )
}

interface Props {
  result: BacktestResult
  feeds: NonNullable<BacktestResult['by_feed']>
}

const ByFeed = ({ result: { id }, feeds }: Props) => (
  <Panel title="By feed" class="flush" source={{ path: PATH, request: { path: { id } } }}>
    <div class="table-scroll">
      <table class="table">
        <caption class="visually-hidden">What the late facts of each feed alone would move.</caption>
        <TableHead
          of={[
            'Feed',
            ['Scores that differ', 'numeric'],
            ['Mean difference', 'numeric'],
            ['Largest difference', 'numeric'],
          ]}
        />
        <tbody>
          {Object.entries(feeds).map(([feed, { differ, mean_abs, max_abs }]) => (
            <tr key={feed}>
              <th scope="row">
                <Link to={`/feeds/${feed}`}>{feed}</Link>
              </th>
              <td class="numeric">{count(differ)}</td>
              <td class="numeric">{count(mean_abs)}</td>
              <td class="numeric">{score(max_abs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Panel>
)
