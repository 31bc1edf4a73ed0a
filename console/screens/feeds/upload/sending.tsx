import { count, plural } from '../../../logic/format.ts'
import { Button } from '../../../parts/button.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Progress } from '../../../parts/progress.tsx'
import type { Stage } from './use-upload.ts'

interface Props {
  stage: Extract<Stage, { at: 'sending' }>
  onStop: () => void
}

/** How far a push is. Between two parts it can be stopped; a part that failed can be sent again. */
export function Sending({ stage: { source, sent, total, failure, ending }, onStop }: Props) {
  const told = `${count(sent.rows)} of ${plural(total, 'row', 'rows')} sent`
  return (
    <div class="stack">
      <p class="upload-name" dir="auto">
        {`Sending ${source.file.name}`}
      </p>
      <Progress label={`Sending ${source.file.name}`} done={sent.rows} total={total} spoken={told} />
      <div class="row spread">
        <span class="faint tabular">{told}</span>
        {!failure && (
          <Button onClick={onStop} disabled={ending}>
            {ending ? 'Stopping' : 'Stop after this part'}
          </Button>
        )}
      </div>
      {failure && (
        <>
          <Problem error={failure.error} />
          <p>The last part was not answered. What was sent before is stored.</p>
          <div class="row">
            <Button class="primary" onClick={() => failure.decide(true)}>
              Send the part again
            </Button>
            <Button onClick={() => failure.decide(false)}>Stop here</Button>
          </div>
        </>
      )}
    </div>
  )
}
