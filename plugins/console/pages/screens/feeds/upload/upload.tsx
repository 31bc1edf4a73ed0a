import { useEffect, useRef } from 'preact/hooks'
import type { Feed } from '../../../logic/feed-columns.ts'
import { FileDrop } from '../../../parts/file-drop.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Progress } from '../../../parts/progress.tsx'
import { takeHandedOver } from './handed-over.ts'
import { Outcome } from './outcome.tsx'
import { Plan } from './plan.tsx'
import { sayBroken, sayRefusal, saySize } from './say.ts'
import { Sending } from './sending.tsx'
import { type Refusal, useUpload } from './use-upload.ts'
import { words } from './words.ts'

/** Pushes a file to a feed: look, plan, trial, send, outcome. */
export default function Upload({ feed, feeds }: { feed: Feed; feeds: Feed[] }) {
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
          label={words.drop}
          hint={words.dropHint}
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
  const told = words.checked(saySize(bytes), saySize(file.size))
  return (
    <div class="stack">
      <p class="upload-name" dir="auto">
        {words.checking(file.name)}
      </p>
      <Progress label={words.checking(file.name)} done={bytes} total={file.size} spoken={told} />
      <div class="row spread">
        <span class="faint tabular">{told}</span>
        <button type="button" class="button" onClick={onCancel}>
          {words.cancel}
        </button>
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
              <p>{words.encodingAsk}</p>
            </>
          )}
          <p>{words.notSent}</p>
        </div>
      </div>
      <div class="row">
        {why.is === 'encoding' && (
          <button type="button" class="button primary" onClick={onLatin}>
            {words.readLatin}
          </button>
        )}
        <button type="button" class="button" onClick={onAnother}>
          {words.another}
        </button>
      </div>
    </div>
  )
}
