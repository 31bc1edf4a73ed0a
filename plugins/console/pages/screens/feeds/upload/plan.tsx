import { useState } from 'preact/hooks'
import {
  betterFeed,
  doubledOf,
  type Feed,
  type Mapping,
  missingOf,
  proposed,
  recordMaker,
} from '../../../logic/feed-columns.ts'
import { useGo } from '../../../parts/link.tsx'
import type { Checked } from './check-file.ts'
import { Columns } from './columns.tsx'
import type { FileSource } from './file-source.ts'
import { handOver } from './handed-over.ts'
import { Note } from './note.tsx'
import { sayBroken, sayForm, saySize } from './say.ts'
import { PART_ROWS } from './send-file.ts'
import { Trial } from './trial.tsx'
import { words } from './words.ts'

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
  function moveTo(other: Feed) {
    handOver(file)
    go(`/feeds/${other.feed}`)
  }
  return (
    <div class="stack">
      <div class="row spread">
        <p class="upload-name" dir="auto">
          {file.name}{' '}
          <span class="faint">{words.facts(checked.rows, sayForm(form), saySize(file.size))}</span>
        </p>
        <button type="button" class="button small" onClick={onAnother}>
          {words.another}
        </button>
      </div>
      {better && (
        <Note warn>
          <p>
            {words.wrongFeed(feed.title, better.title)} {words.notSent}
          </p>
          <div class="row">
            <button type="button" class="button small primary" onClick={() => moveTo(better)}>
              {words.goThere(better.title)}
            </button>
            <button type="button" class="button small" onClick={() => setOurs(true)}>
              {words.stay(feed.title)}
            </button>
          </div>
        </Note>
      )}
      {!better && missing.length > 0 && <Note warn>{words.missing(missing.join(', '))}</Note>}
      {doubled.length > 0 && <Note warn>{words.doubled(doubled.join(', '))}</Note>}
      {checked.brokenRows > 0 && <BrokenRows checked={checked} />}
      {file.size > LARGE_BYTES && (
        <Note>{words.large(saySize(file.size), Math.ceil(checked.rows / PART_ROWS))}</Note>
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
        <Trial
          feed={feed}
          rows={checked.sample}
          toRecord={recordMaker(feed, form.columns, mapping)}
          key={mapping.join()}
        />
      )}
      {fits && (
        <div class="row">
          <button
            type="button"
            class="button primary"
            disabled={checked.rows === 0}
            onClick={() => onSend(mapping, atomic)}
          >
            {words.send(checked.rows)}
          </button>
          {checked.rows <= PART_ROWS && checked.brokenRows === 0 && (
            <label class="row">
              <input type="checkbox" checked={atomic} onChange={() => setAtomic(!atomic)} />
              {words.atomic}
            </label>
          )}
        </div>
      )}
    </div>
  )
}

const BrokenRows = ({ checked: { broken, brokenRows } }: { checked: Checked }) => (
  <Note warn>
    <p>{words.broken(brokenRows)}</p>
    <ul>
      {broken.slice(0, SHOWN).map((row) => (
        <li key={row.line}>{words.atLine(row.line, sayBroken(row))}</li>
      ))}
      {brokenRows > SHOWN && <li>{words.moreBroken(brokenRows - SHOWN)}</li>}
    </ul>
  </Note>
)
