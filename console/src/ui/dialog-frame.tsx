import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useBackCloses } from './back.ts'

interface DialogFrameProps {
  title: string
  /** What was typed has been sent. */
  isSent?: boolean
  onClose: () => void
  children: ReactNode
}

/** What a dialog stands in. Once something is typed only its own buttons close it, and a reload asks before. */
export function DialogFrame({ title, isSent, onClose, children }: DialogFrameProps) {
  const [isTyped, setTyped] = useState(false)
  useBackCloses(true, () => isTyped || onClose())
  useWindowEvent('beforeunload', (event) => {
    if (isTyped && !isSent) event.preventDefault()
  })
  return (
    <Modal opened onClose={onClose} closeOnEscape={!isTyped} title={title} size="lg">
      <div onChange={() => setTyped(true)}>{children}</div>
    </Modal>
  )
}
