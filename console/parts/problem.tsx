import { useEffect, useState } from 'preact/hooks'
import { asApiError } from '../api/errors.ts'
import { plural } from '../logic/format.ts'
import { adviceFor } from '../words/common.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** What went wrong: the service's own sentence, what to do, and the id under which it is logged. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { status, message, requestId, retryAfter } = asApiError(error)
  const wait = useCountdown(retryAfter ?? 0, error)
  const advice = wait > 0 ? `Try again in ${plural(wait, 'second', 'seconds')}.` : adviceFor(status)
  return (
    <div class="problem" role="alert">
      <Icon name="warn" />
      <div>
        <p>
          {message} {advice}
        </p>
        {requestId && <p class="faint small mono">{`Request ${requestId}`}</p>}
      </div>
      {onRetry && (
        <Button class="small" onClick={onRetry} disabled={wait > 0}>
          Try again
        </Button>
      )}
    </div>
  )
}

function useCountdown(seconds: number, error: unknown) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    setLeft(seconds)
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [error])
  return left
}
