import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../button.tsx'
import { copy } from '../panel.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

interface SecretProps {
  /** What it is called. */
  label: string
  secret: string
  /** What it is for, and how long it is good. */
  note: string
  onClose: () => void
}

type Props = Omit<SecretProps, 'secret'> & {
  title: string
  /** undefined: closed. */
  secret: string | undefined
}

/** A secret, this once. Escape and a click beside the dialog do not close it. */
export const SecretOnce = ({ title, secret, ...rest }: Props) => (
  <Dialog title={title} open={secret !== undefined}>
    <Secret secret={secret ?? ''} {...rest} />
  </Dialog>
)

/** What such a dialog says, for one that is open before the secret is there. */
export function Secret({ label, secret, note, onClose }: SecretProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <>
      <p>{note}</p>
      <p>It is shown this once: copy it now.</p>
      <Field label={label}>
        {(names) => (
          <span class="secret-once">
            <input
              {...names}
              ref={input}
              class="mono"
              readOnly
              value={secret}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button onClick={() => copy(secret)}>Copy</Button>
          </span>
        )}
      </Field>
      <footer class="actions">
        <Button class="primary" onClick={onClose} icon="check">
          I have kept it
        </Button>
      </footer>
    </>
  )
}
