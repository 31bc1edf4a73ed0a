import { useEffect, useRef } from 'preact/hooks'
import type { Feed } from '../../../logic/feeds/feed-columns.ts'
import { Button } from '../../../parts/button.tsx'
import { FileDrop } from '../../../parts/forms/file-drop.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Progress } from '../../../parts/progress.tsx'
import { takeHandedOver } from './handed-over.ts'
import { Outcome } from './outcome.tsx'
import { Plan } from './plan.tsx'
import { sayBroken, sayRefusal, saySize } from './say.ts'
import { Sending } from './sending.tsx'
import { type Refusal, useUpload } from './use-upload.ts'

/** Pushes a file to a feed: look, plan, trial, send, outcome. */
export function Upload({ feed, feeds }: { feed: Feed; feeds: Feed[] }) {
  const upload = useUpload(feed, sayBroken)
  const { at } = upload.stage
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(at)
  useEffect(() => {
    const file = takeHandedOver()
    if (file) upload.check(file)
  }, [])
  // What was in sight is gone with each step: the next one begins where somebody looks, and has the focus.
  useEffect(() => {
    if (before.current === at) return
    before.current = at
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={place} class="upload" tabIndex={-1}>
      <Step feed={feed} feeds={feeds} upload={upload} />
    </div>
  )
}

interface StepProps {
  feed: Feed
  feeds: Feed[]
  upload: ReturnType<typeof useUpload>
}

function Step({ feed, feeds, upload: { stage, check, send, end, reset } }: StepProps) {
  switch (stage.at) {
    case 'idle':
      return (
        <FileDrop
          label="Drop a CSV or NDJSON file here, or choose one"
          hint="Any size. The file is looked at first; nothing is sent until you say so."
          accept=".csv,.txt,.tsv,.ndjson,.jsonl,text/csv,application/x-ndjson"
          onFile={check}
        />
      )
    case 'checking':
      return <Checking file={stage.file} bytes={stage.bytes} onCancel={reset} />
    case 'refused':
      return (
        <Refused
          file={stage.file}
          why={stage.why}
          onAnother={reset}
          onLatin={() => check(stage.file, 'windows-1252')}
        />
      )
    case 'ready':
      return (
        <Plan
          feed={feed}
          feeds={feeds}
          source={stage.source}
          checked={stage.checked}
          onSend={(mapping, atomic) => send(stage.source, stage.checked, mapping, atomic)}
          onAnother={reset}
        />
      )
    case 'sending':
      return <Sending stage={stage} onStop={end} />
    case 'done':
      return (
        <Outcome
          stage={stage}
          onAnother={reset}
          onRepeat={() => check(stage.source.file, stage.source.encoding)}
        />
      )
  }
}

function Checking({ file, bytes, onCancel }: { file: File; bytes: number; onCancel: () => void }) {
  const told = `${saySize(bytes)} of ${saySize(file.size)} read. Nothing is sent yet.`
  return (
    <div class="stack">
      <p class="upload-name" dir="auto">
        {`Looking at ${file.name}`}
      </p>
      <Progress label={`Looking at ${file.name}`} done={bytes} total={file.size} spoken={told} />
      <div class="row spread">
        <span class="faint tabular">{told}</span>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}

interface RefusedProps {
  file: File
  why: Refusal
  onAnother: () => void
  onLatin: () => void
}

function Refused({ file, why, onAnother, onLatin }: RefusedProps) {
  return (
    <div class="stack">
      <p class="upload-name" dir="auto">
        {file.name} <span class="faint">{saySize(file.size)}</span>
      </p>
      <div class="problem" role="alert">
        <Icon name="warn" />
        <div class="prose">
          <p>{sayRefusal(why)}</p>
          {why.is === 'encoding' && (
            <>
              <p class="mono" dir="auto">
                {why.guess}
              </p>
              <p>If that is right, go on. If not, save the file as UTF-8.</p>
            </>
          )}
          <p>Nothing was sent.</p>
        </div>
      </div>
      <div class="row">
        {why.is === 'encoding' && (
          <Button class="primary" onClick={onLatin}>
            Read it as Latin-1
          </Button>
        )}
        <Button onClick={onAnother}>Choose another file</Button>
      </div>
    </div>
  )
}
