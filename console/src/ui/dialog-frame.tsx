import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useBackCloses, useFocusBack } from './back.ts'
import { Discard } from './discard.tsx'

interface DialogFrameProps {
  title: string
  /** What was typed has been sent. */
  isSent?: boolean
  onClose: () => void
  children: (close: () => void) => ReactNode
}

/** What a dialog stands in. However it is closed, what is typed is asked about before it is lost. */
export function DialogFrame({ title, isSent, onClose, children }: DialogFrameProps) {
  const [isTyped, setTyped] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const close = () => (isTyped && !isSent ? setAsked(true) : onClose())
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
