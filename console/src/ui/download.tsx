import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { DownloadIcon } from 'lucide-react'
import { sayWhyNot } from './dialog.tsx'

interface DownloadProps {
  label: string
  /** What the file is called. */
  name: string
  /** Asks for it, with `asFile`. */
  ask: () => Promise<{ data?: unknown }>
  visibleFrom?: 'sm'
}

/** For a request whose answer is a file. */
export const asFile = (Accept: string) => ({ headers: { Accept }, parseAs: 'blob' as const })

/** A button that hands a file of the service to the browser’s downloads. */
export function Download({ label, name, ask, visibleFrom }: DownloadProps) {
  const sent = useMutation({
    mutationFn: async () => saveAs((await ask()).data as Blob, name),
    onError: sayWhyNot,
  })
  return (
    <Button
      visibleFrom={visibleFrom}
      leftSection={<DownloadIcon size={16} />}
      loading={sent.isPending}
      onClick={() => sent.mutate()}
    >
      {label}
    </Button>
  )
}

/** Hands a file to the browser’s downloads. */
export function saveAs(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
