import { save } from '../../../api/download.ts'
import { count, plural } from '../../../logic/format.ts'
import { Button } from '../../../parts/button.tsx'
import { Counts } from '../../../parts/counts.tsx'
import { DataTable } from '../../../parts/data-table.tsx'
import { Link } from '../../../parts/link.tsx'
import type { FileSource } from './file-source.ts'
import { Note } from './plan.tsx'
import type { Rejected } from './push-part.ts'
import type { Sent } from './send-file.ts'
import type { Stage } from './use-upload.ts'

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
        <span class="faint">
          {complete
            ? `${plural(sent.rows, 'row', 'rows')} sent`
            : `Stopped: ${count(sent.rows)} of ${plural(total, 'row', 'rows')} sent. Send the file again at any time; what is stored already stays as it is.`}
        </span>
      </p>
      <Counts
        of={[
          ['New', count(sent.created)],
          ['Changed', count(sent.updated)],
          ['Unchanged', count(sent.unchanged)],
          ['Repeated', count(sent.repeated)],
          ['Taken back', count(sent.deleted)],
          ['Rejected', count(sent.rejectedRows), sent.rejectedRows > 0],
          ['Late', count(sent.late), sent.late > 0],
        ]}
      />
      {sent.rows > 0 && sent.rejectedRows === sent.rows && (
        <p class="problem" role="alert">
          Nothing was stored: every row was rejected.
        </p>
      )}
      {sent.late > 0 && (
        <Note>{`${plural(sent.late, 'fact is', 'facts are')} of months whose score is final: stored, and no score changes.`}</Note>
      )}
      {sent.warnings.map((warning) => (
        <Note warn key={warning}>
          {warning}
        </Note>
      ))}
      {sent.rejectedRows > 0 && <RejectedRows sent={sent} onSave={() => keep(source, sent.rejected)} />}
      {sent.rejectedRows === 0 && complete && <p>No row was rejected.</p>}
      <div class="row">
        <Button onClick={onAnother}>Choose another file</Button>
        <Button onClick={onRepeat}>Send it again</Button>
      </div>
    </div>
  )
}

async function keep(source: FileSource, rejected: Rejected[]) {
  const { rejectedFile } = await import('./rejected-file.ts')
  const { blob, name } = rejectedFile(source, rejected)
  save(blob, name)
}

const SHOWN = 50

function RejectedRows({ sent, onSave }: { sent: Sent; onSave: () => void }) {
  // A file of several parts is several pushes.
  const [pushId, another] = sent.pushIds
  return (
    <>
      <div class="row">
        <Button class="primary" onClick={onSave} icon="download">
          Save the rejected rows
        </Button>
        <span class="hint">
          The file has a column that says what is wrong. Correct it there and drop the file in again.
        </span>
        {pushId && !another && (
          <Link to={`/feeds/rejections?push_id=${pushId}`}>Show them in Rejections</Link>
        )}
      </div>
      {sent.rejectedRows > sent.rejected.length && (
        <p class="hint">{`The first ${count(sent.rejected.length)} of ${plural(sent.rejectedRows, 'row', 'rows')}; see Rejections for all of them.`}</p>
      )}
      <DataTable<Rejected>
        caption="Rejected rows"
        rows={sent.rejected.slice(0, SHOWN)}
        keyOf={({ row }) => row.line}
        columns={[
          { head: 'Line', numeric: true, cell: ({ row }) => count(row.line) },
          { head: 'What is wrong', cell: ({ error }) => <span class="wraps long">{error}</span> },
        ]}
      />
      {sent.rejected.length > SHOWN && (
        <p class="hint">{`The first ${count(SHOWN)} of ${count(sent.rejected.length)}.`}</p>
      )}
    </>
  )
}
