import { Problem } from '../../../parts/problem.tsx'
import { Progress } from '../../../parts/progress.tsx'
import type { Stage } from './use-upload.ts'
import { words } from './words.ts'

interface Props {
  stage: Extract<Stage, { at: 'sending' }>
  onStop: () => void
}

/** How far a push is. Between two parts it can be stopped; a part that failed can be sent again. */
export function Sending({ stage: { source, sent, total, failure, ending }, onStop }: Props) {
  const told = words.sentOf(sent.rows, total)
  return (
    <div class="stack">
      <p class="upload-name" dir="auto">
        {words.sending(source.file.name)}
      </p>
      <Progress label={words.sending(source.file.name)} done={sent.rows} total={total} spoken={told} />
      <div class="row spread">
        <span class="faint tabular">{told}</span>
        {!failure && (
          <button type="button" class="button" onClick={onStop} disabled={ending}>
            {ending ? words.stopping : words.stop}
          </button>
        )}
      </div>
      {failure && (
        <>
          <Problem error={failure.error} />
          <p>{words.partFailed}</p>
          <div class="row">
            <button type="button" class="button primary" onClick={() => failure.decide(true)}>
              {words.again}
            </button>
            <button type="button" class="button" onClick={() => failure.decide(false)}>
              {words.giveUp}
            </button>
          </div>
        </>
      )}
    </div>
  )
}
