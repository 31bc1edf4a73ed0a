import { notifications } from '@mantine/notifications'
import { refresh } from '../api/client.ts'

/** After a deed: the page is as it is now, and what was done is said. */
export async function done(message: string, onClose: () => void, color = 'green') {
  await refresh()
  notifications.show({ color, message })
  onClose()
}
