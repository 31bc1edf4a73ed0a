import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { Refusal } from '../api/refusal.ts'
import { Dim, Strong } from './dim.tsx'
import { ButtonLink } from './links.tsx'
import { saidOf } from './names.ts'

const unread = (status?: number) =>
  ({ 400: 'This can’t be asked for', 403: 'Your role does not see this', 404: 'Not found' })[status ?? 0] ??
  'This did not load'

/** Why there is nothing to see, or what was sent was refused, and what can be done about it. */
export function Trouble({ error, onRetry, title }: { error: unknown; onRetry?: () => void; title?: string }) {
  const refusal = error instanceof Refusal ? error : undefined
  const isNowhere = refusal?.status === 403 || refusal?.status === 404
  const lasting = refusal && refusal.status < 500
  if (!onRetry)
    return (
      <Alert color="red" w="100%" py="xs" title={title ?? 'This was not done'} role="alert">
        {saidOf(error)}
      </Alert>
    )
  return (
    <Stack align="flex-start" gap="xs" py="lg" role="alert">
      <Title order={3}>{title ?? unread(refusal?.status)}</Title>
      <Text c="dimmed">{saidOf(error)}</Text>
      {!lasting && <Button onClick={onRetry}>Try again</Button>}
      {isNowhere && <ButtonLink to="/">Go to the first page</ButtonLink>}
    </Stack>
  )
}

export const Nothing = ({ title, children }: { title: string; children?: React.ReactNode }) => (
  <Stack gap={4} py="lg">
    <Strong>{title}</Strong>
    {children && <Dim>{children}</Dim>}
  </Stack>
)
