import { useRoute } from 'preact-iso/router'
import { useRead } from '../../../api/queries.ts'
import { count, score } from '../../../logic/format.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Link } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { Page } from '../../../parts/page.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Progress } from '../../../parts/progress.tsx'
import { type BacktestResult, isOpen } from '../../rules/drafts/draft-reads.ts'
import { useProgress } from '../../rules/drafts/use-progress.ts'
import { DriftBadge } from './drift-badge.tsx'
import { DriftSellers } from './drift-sellers.tsx'
import { monthsOf } from './months-of.ts'
import { words } from './words.ts'

const PATH = '/api/backtests/{id}'

/** What late facts would make of final scores, and the way to appeals of those that they move. */
export default function DriftPage() {
  const id = Number(useRoute().params.id)
  const read = useRead(PATH, { path: { id } }, { keep: true })
  return (
    <Page
      title={read.data ? words.found(monthsOf(read.data)) : words.title}
      above={<Link to="/corrections?tab=late">{words.title}</Link>}
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
      <section class="panel stack tight" aria-label={words.looking}>
        <p class="row spread">
          <strong>{words.looking}</strong>
          <DriftBadge status={now.status} />
        </p>
        <Progress label={words.looking} done={now.parts_done} total={total} spoken={words[now.status]} />
        {result.waiting_for && <p class="faint">{result.waiting_for}</p>}
      </section>
    )
  if (!result.by_feed)
    return (
      <p class="notice">
        <DriftBadge status={now.status} /> {now.error}
      </p>
    )
  const differs = (result.differ ?? 0) > 0
  return (
    <>
      <div class="tiles">
        <Tile name={words.differ} figure={count(result.differ)} note={words.of(result.scores ?? 0)} />
        <Tile name={words.mean} figure={count(result.mean_abs)} note={words.points} />
        <Tile name={words.max} figure={score(result.max_abs)} note={words.points} />
        {(result.stored_differs ?? 0) > 0 && (
          <Tile name={words.left} figure={count(result.stored_differs)} note={words.leftText} />
        )}
      </div>
      {differs ? (
        <>
          <ByFeed result={result} feeds={result.by_feed} />
          {result.movers && <DriftSellers id={result.id} movers={result.movers} />}
        </>
      ) : (
        <p class="notice">
          <Icon name="check" />
          <span>{words.nothing}</span>
        </p>
      )}
    </>
  )
}

const Tile = ({ name, figure, note }: { name: string; figure: string; note: string }) => (
  <div class="tile still">
    <span class="name">{name}</span>
    <span class="figure">{figure}</span>
    <span class="faint small">{note}</span>
  </div>
)

const ByFeed = ({
  result: { id },
  feeds,
}: {
  result: BacktestResult
  feeds: NonNullable<BacktestResult['by_feed']>
}) => (
  <Panel title={words.byFeed} class="flush" source={{ path: PATH, request: { path: { id } } }}>
    <div class="table-scroll">
      <table class="table">
        <caption class="visually-hidden">{words.byFeedText}</caption>
        <thead>
          <tr>
            <th scope="col">{words.feed}</th>
            <th scope="col" class="numeric">
              {words.differ}
            </th>
            <th scope="col" class="numeric">
              {words.mean}
            </th>
            <th scope="col" class="numeric">
              {words.max}
            </th>
          </tr>
        </thead>
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
