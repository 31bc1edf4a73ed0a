import { Button, Group, Modal, Stack } from '@mantine/core'
import { useDidUpdate, useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { queries, refresh } from '../api/client.ts'
import { Refusal } from '../api/refusal.ts'
import { useBackCloses, useFocusBack } from './back.ts'
import { Dim } from './dim.tsx'
import { Discard } from './leave.tsx'
import { saidOf } from './names.ts'
import classes from './page.module.css'
import { Trouble } from './page.tsx'
import { stopsAtUnread } from './unread.ts'

/** What is missing, in words; what is false or empty is not. */
type Lack = string | false | undefined

interface DialogProps {
  title: string
  /** The verb on the button that does it; none where there is nothing to do. */
  label?: string
  /** What is sent by it: while it is on its way, and once it has arrived, it can’t be sent again. */
  sent: Pick<
    UseMutationResult<unknown, unknown, void>,
    'mutate' | 'reset' | 'isPending' | 'isSuccess' | 'error'
  >
  /** What is still missing, in words: it stands beside the button that it keeps from being pressed. */
  lacks?: Lack | Lack[]
  /** Somebody else has changed what this is about, and what it is now is told here. */
  isTold?: boolean
  /** It can’t be undone. */
  isGrave?: boolean
  /** What is asked of a deed of many parts that is to be closed while it is under way. */
  onStop?: () => void
  onClose: () => void
  children: ReactNode
}

/** The buttons below what is asked for: however long that is, they are in sight, but for those of a page on a phone. */
export const Foot = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" py="xs" className={classes.foot}>
    {children}
  </Group>
)

/** Asks for what a deed needs, then does it and closes, or says why it was refused. */
export function Dialog(props: DialogProps) {
  const { title, label, sent, lacks, isTold, isGrave, onStop, onClose, children } = props
  /** What somebody else has done is in the way: it is to be seen before the same is sent again. */
  const status = sent.error instanceof Refusal ? sent.error.status : undefined
  const isSaid = status === 412 && isTold
  const isLate = (status === 409 || status === 412) && !isSaid
  const isSent = sent.isPending || sent.isSuccess
  const missing = !isSent && [lacks].flat().find(Boolean)
  const isDead = Boolean(missing) || isLate
  useDidUpdate(() => {
    if (sent.isSuccess) onClose()
  }, [sent.isSuccess])
  return (
    <DialogFrame title={title} isSent={sent.isSuccess} onStop={onStop} onClose={onClose}>
      {(close) => (
        <form
          noValidate
          onChange={() => isLate && sent.reset()}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isDead && !isSent && !stopsAtUnread(event.currentTarget)) sent.mutate()
          }}
        >
          <Stack>
            {children}
            <Foot>
              {sent.error && !isSaid ? <Trouble error={sent.error} /> : null}
              {missing && (
                <Dim w="100%" ta="end">
                  {missing}
                </Dim>
              )}
              <Button onClick={close} disabled={sent.isPending && !onStop}>
                {isLate ? 'Close and look' : label ? 'Cancel' : 'Close'}
              </Button>
              {label && (
                <Button
                  variant="filled"
                  type="submit"
                  color={isGrave ? 'red' : undefined}
                  disabled={isDead}
                  loading={isSent}
                >
                  {label}
                </Button>
              )}
            </Foot>
          </Stack>
        </form>
      )}
    </DialogFrame>
  )
}

interface DialogFrameProps extends Pick<DialogProps, 'title' | 'onStop' | 'onClose'> {
  /** What was typed has been sent. */
  isSent?: boolean
  children: (close: () => void) => ReactNode
}

const DEED = ['deed']

/** What is under way stays in sight, since it may be refused; a request without end is given up by the client. */
export const isDeedUnderWay = () => queries.isMutating({ mutationKey: DEED }) > 0

/** What a dialog stands in. However it is closed, what is typed is asked about before it is lost. */
export function DialogFrame({ title, isSent, onStop, onClose, children }: DialogFrameProps) {
  const [isTyped, setTyped] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const close = () => (isDeedUnderWay() ? onStop?.() : isTyped && !isSent ? setAsked(true) : onClose())
  useBackCloses(true, close)
  useFocusBack()
  useWindowEvent('beforeunload', (event) => {
    if (isTyped && !isSent) event.preventDefault()
  })
  return (
    <>
      <Modal opened onClose={close} closeOnEscape={!isAsked} title={title} size="lg">
        <div onChange={() => setTyped(true)}>{children(close)}</div>
      </Modal>
      <Discard
        isAsked={isAsked}
        title="Discard what you have typed?"
        onDiscard={onClose}
        onStay={() => setAsked(false)}
      />
    </>
  )
}

/** So long a deed that is done waits for the page to be anew, before it says so. */
const REFRESH_MS = 1_000

/** Says for a moment that something is done, or why it is not. */
export const say = (message: string, look: { title?: string; color?: string } = {}) =>
  notifications.show({ color: 'green', ...look, message })
export const sayWhyNot = (error: unknown) => notifications.show({ color: 'red', message: saidOf(error) })

/**
 * Something that changes what the service has: while it is on its way it can’t be done again, and afterwards nothing
 * that is on the page is taken for true any more.
 * @param then what comes after it: words, a closed dialog, another page
 */
export const useDeed = <Answer, Given = void>(
  does: (given: Given) => Promise<Answer>,
  then?: (answer: Answer) => unknown,
) => {
  const isUnderWay = useRef(false)
  const sent = useMutation({
    mutationKey: DEED,
    mutationFn: does,
    onSuccess: async (answer) => {
      await Promise.race([refresh(), new Promise((resolve) => setTimeout(resolve, REFRESH_MS))])
      await then?.(answer)
    },
    // Somebody else may have been first, or a part of it is done; a session that has ended may see nothing.
    onError: (error) => {
      if (!(error instanceof Refusal && error.status === 401)) void refresh()
    },
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  /** The second click of two may come before the page shows that the first one was taken. */
  const mutate: typeof sent.mutate = (...given) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    sent.mutate(...given)
  }
  return { ...sent, mutate }
}
