import type { ComponentChildren } from 'preact'
import { ConfirmSend } from '../../parts/forms/confirm.tsx'

interface Props {
  path: '/api/users/{id}/erase' | '/api/employees/{id}/erase'
  id: number
  name: string
  /** What must be typed first. */
  typed: string
  /** What is said once it is done. */
  said: string
  changes: string[]
  onClose: () => void
  children: ComponentChildren
}

/** Asks before a person is erased. */
export const EraseDialog = ({ id, name, children, ...rest }: Props) => (
  <ConfirmSend
    {...rest}
    method="POST"
    request={{ path: { id } }}
    title={`Erase ${name}?`}
    action="Erase for good"
    danger
  >
    <p>{children}</p>
  </ConfirmSend>
)
