import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import {
  asked,
  betterFeed,
  doubledOf,
  type Feed,
  type Mapping,
  missingOf,
  proposed,
  recordMaker,
} from '../../../logic/feeds/feed-columns.ts'
import { count, plural } from '../../../logic/format.ts'
import { Button } from '../../../parts/button.tsx'
import { Checkbox } from '../../../parts/forms/checkbox.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { useGo } from '../../../parts/link.tsx'
import type { Checked } from './check-file.ts'
import { Columns } from './columns.tsx'
import type { FileSource } from './file-source.ts'
import { handOver } from './handed-over.ts'
import { sayBroken, sayForm, saySize } from './say.ts'
import { PART_ROWS } from './send-file.ts'
import { Trial, useTrial } from './trial.tsx'

interface Props {
  feed: Feed
  feeds: Feed[]
  source: FileSource
  checked: Checked
  onSend: (mapping: Mapping, atomic: boolean) => void
  onAnother: () => void
}

const LARGE_BYTES = 20e6
const SHOWN = 5

/** What was found in a file, which column is for what, and how the service reads the first rows. */
export function Plan({ feed, feeds, source, checked, onSend, onAnother }: Props) {
  const { form, file } = source
  const [mapping, setMapping] = useState(() => proposed(feed, form.columns))
  const [atomic, setAtomic] = useState(false)
  const [isOurs, setOurs] = useState(false)
  const go = useGo()
  const better = isOurs ? undefined : betterFeed(feeds, feed, form.columns)
  const missing = missingOf(feed, mapping)
  const doubled = doubledOf(mapping)
  const fits = !better && missing.length === 0 && doubled.length === 0
  const toRecord = recordMaker(feed, form.columns, asked(feed, form.columns, mapping))
  const trial = useTrial(feed, checked.sample, toRecord, !better && checked.sample.length > 0)
  function moveTo(other: Feed) {
    handOver(file)
    go(`/feeds/${other.feed}`)
  }
  return (
    <div class="stack">
      <div class="row spread">
        <p class="upload-name" dir="auto">
          {file.name}{' '}
          <span class="faint">{`${plural(checked.rows, 'row', 'rows')} · ${sayForm(form)} · ${saySize(file.size)}`}</span>
        </p>
        <Button class="small" onClick={onAnother}>
          Choose another file
        </Button>
      </div>
      {better && (
        <Note warn>
          <p>{`This looks like a file of ${better.title}, not of ${feed.title}.`} Nothing was sent.</p>
          <div class="row">
            <Button class="small primary" onClick={() => moveTo(better)}>
              {`Push it to ${better.title}`}
            </Button>
            <Button class="small" onClick={() => setOurs(true)}>
              {`It is ${feed.title}`}
            </Button>
          </div>
        </Note>
      )}
      {!better && missing.length > 0 && (
        <Note warn>{`No column is for ${missing.join(', ')}. Choose one below, or add it to the file.`}</Note>
      )}
      {trial.data?.warnings?.map((warning) => (
        <Note warn key={warning}>
          {warning}
        </Note>
      ))}
      {doubled.length > 0 && (
        <Note warn>{`More than one column is for ${doubled.join(', ')}. Choose one of them.`}</Note>
      )}
      {checked.brokenRows > 0 && <BrokenRows checked={checked} />}
      {file.size > LARGE_BYTES && (
        <Note>{`${saySize(file.size)} go in ${count(Math.ceil(checked.rows / PART_ROWS))} parts. Keep this tab open until they are sent; you can stop between two parts.`}</Note>
      )}
      {!better && (
        <Columns
          feed={feed}
          columns={form.columns}
          sample={checked.sample[0]}
          mapping={mapping}
          onChange={setMapping}
        />
      )}
      {fits && checked.sample.length > 0 && (
        <Trial feed={feed} rows={checked.sample} toRecord={toRecord} trial={trial} />
      )}
      {fits && (
        <div class="row">
          <Button class="primary" disabled={checked.rows === 0} onClick={() => onSend(mapping, atomic)}>
            {`Send ${plural(checked.rows, 'row', 'rows')}`}
          </Button>
          {checked.rows <= PART_ROWS && checked.brokenRows === 0 && (
            <Checkbox checked={atomic} onValue={() => setAtomic(!atomic)}>
              All or nothing: one bad row, and nothing is stored
            </Checkbox>
          )}
        </div>
      )}
    </div>
  )
}

const BrokenRows = ({ checked: { broken, brokenRows } }: { checked: Checked }) => (
  <Note warn>
    <p>{`${plural(brokenRows, 'row', 'rows')} can’t be read and will be left out; with the rejected rows you can save them.`}</p>
    <ul>
      {broken.slice(0, SHOWN).map((row) => (
        <li key={row.line}>{`Line ${count(row.line)}: ${sayBroken(row)}`}</li>
      ))}
      {brokenRows > SHOWN && <li>{`and ${count(brokenRows - SHOWN)} more`}</li>}
    </ul>
  </Note>
)

/** Something to know before going on. */
export const Note = ({ warn, children }: { warn?: boolean; children: ComponentChildren }) => (
  <div class={warn ? 'notice warn' : 'notice'} role={warn ? 'alert' : undefined}>
    <Icon name={warn ? 'warn' : 'info'} />
    <div class="prose">{children}</div>
  </div>
)
