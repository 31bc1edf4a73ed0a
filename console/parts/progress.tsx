import { useEffect, useState } from 'preact/hooks'

interface Props {
  label: string
  done: number
  /** 0 while it is not known yet. */
  total: number
  /** What a screen reader is told, every two seconds at most. */
  spoken: string
}

/** How far some work is. */
export function Progress({ label, done, total, spoken }: Props) {
  return (
    <div class="progress">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total || undefined}
        aria-valuenow={total ? done : undefined}
      >
        <span style={{ width: `${total ? (100 * done) / total : 0}%` }} />
      </div>
      <Spoken text={spoken} />
    </div>
  )
}

const EVERY_MS = 2_000

/** A live region that does not chatter. */
export function Spoken({ text }: { text: string }) {
  const [said, say] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => say(text), EVERY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span class="visually-hidden" role="status">
      {said}
    </span>
  )
}
