import { Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Dialog, say, useDeed } from '../ui/dialog.tsx'
import { NewPassword } from './reset.tsx'

/** A new password of one’s own. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const sent = useDeed(
    () => api.POST('/api/auth/update-password', { body: { new_password: password } }),
    () => say('The password is changed.'),
  )
  return (
    <Dialog
      title="Change your password"
      label="Change the password"
      sent={sent}
      lacks={!password && 'Type the new password.'}
      onClose={onClose}
    >
      <Text size="sm">You are signed out everywhere else. Here you stay signed in.</Text>
      <NewPassword value={password} onChange={setPassword} />
    </Dialog>
  )
}
