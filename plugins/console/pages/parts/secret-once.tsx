import { wordsOf } from '../words/words.ts'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { copy } from './panel.tsx'

const words = wordsOf({
  once: 'It is shown this once: copy it now.',
  copy: 'Copy',
  kept: 'I have kept it',
})

interface Props {
  title: string
  /** What it is called, and the secret itself; undefined: closed. */
  label: string
  secret: string | undefined
  /** What it is for, and how long it is good. */
  note: string
  onClose: () => void
}

/** A secret, this once. Escape and a click beside the dialog do not close it. */
export const SecretOnce = ({ title, label, secret, note, onClose }: Props) => (
  <Dialog title={title} open={secret !== undefined}>
    <p>{note}</p>
    <p>{words.once}</p>
    <Field label={label}>
      {(names) => (
        <span class="secret-once">
          <input
            {...names}
            class="mono"
            readOnly
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <button type="button" class="button" onClick={() => copy(secret ?? '')}>
            {words.copy}
          </button>
        </span>
      )}
    </Field>
    <footer class="actions">
      <button type="button" class="button primary" onClick={onClose}>
        <Icon name="check" />
        {words.kept}
      </button>
    </footer>
  </Dialog>
)
