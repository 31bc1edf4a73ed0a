import { save } from '../../../api/download.ts'
import { count } from '../../../logic/format.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { Icon } from '../../../parts/icon.tsx'
import type { FileSource } from './file-source.ts'
import { Note } from './note.tsx'
import type { Rejected } from './push-part.ts'
import type { Sent } from './send-file.ts'
import type { Stage } from './use-upload.ts'
import { words } from './words.ts'

interface Props {
  stage: Extract<Stage, { at: 'done' }>
  onAnother: () => void
  onRepeat: () => void
}

/** What became of a file. The rejected rows can be saved, corrected and dropped in again. */
export function Outcome({ stage: { source, sent, total, complete }, onAnother, onRepeat }: Props) {
  return (
    <div class="stack numbered">
      <p class="upload-name" role="status" dir="auto">
        {source.file.name}{' '}
        <span class="faint">{complete ? words.done(sent.rows) : words.incomplete(sent.rows, total)}</span>
      </p>
      <dl class="counts">
        {COUNTS.map(([key, name]) => (
          <div key={key} class={key === 'rejectedRows' && sent.rejectedRows > 0 ? 'bad' : undefined}>
            <dt>{name}</dt>
            <dd>{count(sent[key])}</dd>
          </div>
        ))}
      </dl>
      {sent.warnings.map((warning) => (
        <Note key={warning}>{warning}</Note>
      ))}
      {sent.rejectedRows > 0 && <RejectedRows sent={sent} onSave={() => keep(source, sent.rejected)} />}
      {sent.rejectedRows === 0 && complete && <p>{words.noneRejected}</p>}
      <div class="row">
        <button type="button" class="button" onClick={onAnother}>
          {words.another}
        </button>
        <button type="button" class="button" onClick={onRepeat}>
          {words.repeat}
        </button>
      </div>
    </div>
  )
}

const COUNTS: [key: 'created' | 'updated' | 'unchanged' | 'deleted' | 'rejectedRows', name: string][] = [
  ['created', words.created],
  ['updated', words.updated],
  ['unchanged', words.unchanged],
  ['deleted', words.deleted],
  ['rejectedRows', words.rejected],
]

async function keep(source: FileSource, rejected: Rejected[]) {
  const { rejectedFile } = await import('./rejected-file.ts')
  const { blob, name } = rejectedFile(source, rejected)
  save(blob, name)
}

const SHOWN = 50

function RejectedRows({ sent, onSave }: { sent: Sent; onSave: () => void }) {
  return (
    <>
      <div class="row">
        <button type="button" class="button primary" onClick={onSave}>
          <Icon name="download" />
          {words.saveRejected}
        </button>
        <span class="hint">{words.saveHint}</span>
      </div>
      {sent.rejectedRows > sent.rejected.length && (
        <p class="hint">{words.kept(sent.rejected.length, sent.rejectedRows)}</p>
      )}
      <DataTable<Rejected>
        caption={words.errorsCaption}
        rows={sent.rejected.slice(0, SHOWN)}
        keyOf={({ row }) => row.line}
        columns={[
          { key: 'line', head: words.line, numeric: true, cell: ({ row }) => count(row.line) },
          { key: 'error', head: words.problem, cell: ({ error }) => <span class="wraps long">{error}</span> },
        ]}
      />
      {sent.rejected.length > SHOWN && <p class="hint">{words.shown(SHOWN, sent.rejected.length)}</p>}
    </>
  )
}
