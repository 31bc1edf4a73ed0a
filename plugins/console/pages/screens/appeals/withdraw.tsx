import { useState } from 'preact/hooks'
import { useSend } from '../../api/queries.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { toast } from '../../parts/toasts.tsx'
import type { AppealDetail } from './appeal.tsx'
import { CHANGED_BY_REVIEW } from './review.ts'
import { words } from './words.ts'

/** Takes an appeal back, after a question. */
export function WithdrawButton({ appeal: { id } }: { appeal: AppealDetail }) {
  const [open, setOpen] = useState(false)
  const withdrawal = useSend('POST', '/api/appeals/{id}/withdraw', {
    changes: CHANGED_BY_REVIEW,
    onDone() {
      setOpen(false)
      toast(words.withdrawn)
    },
  })
  function close() {
    setOpen(false)
    withdrawal.reset()
  }
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        {words.withdraw}
      </button>
      <Confirm
        danger
        open={open}
        title={words.withdrawTitle}
        action={words.withdraw}
        busy={withdrawal.isPending}
        error={withdrawal.error}
        onClose={close}
        onConfirm={() => withdrawal.mutate({ path: { id } })}
      >
        <p>{words.withdrawText}</p>
      </Confirm>
    </>
  )
}
