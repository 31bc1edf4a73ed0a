import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { refresh } from '../api/client.ts'
import { Refusal } from '../api/refusal.ts'
import { saidOf } from './names.ts'

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
