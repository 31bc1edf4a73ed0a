import { useRef, useState } from 'preact/hooks'
import { Icon } from '../icon.tsx'

interface Props {
  /** What to do: "Drop a CSV here, or choose one". */
  label: string
  hint?: string
  /** As an input has it: `.csv,text/csv`. */
  accept?: string
  onFile: (file: File) => void
}

/** A place for a file: by dropping it, or by a click or the keyboard as any file field. */
export function FileDrop({ label, hint, accept, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  function take(files: FileList | null | undefined) {
    const file = files?.[0]
    if (file) onFile(file)
    if (input.current) input.current.value = '' // the same file may be chosen again
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer?.files)
  }
  function drag(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside takes keys and clicks
    <div
      class={over ? 'file-drop over' : 'file-drop'}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label>
        <Icon name="upload" />
        <span class="file-drop-label">{label}</span>
        {hint && <span class="hint">{hint}</span>}
        <input ref={input} type="file" accept={accept} onChange={() => take(input.current?.files)} />
      </label>
    </div>
  )
}
