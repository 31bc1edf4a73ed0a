import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  BadgeCheckIcon,
  CheckIcon,
  ChevronsUpDownIcon,
  KeyIcon,
  LaptopIcon,
  LogOutIcon,
  MoonIcon,
  SunIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../api/me.ts'
import { ChangePassword } from '../session/new-password.tsx'
import { signOut, useSession } from '../session/session.ts'
import { say } from '../ui/dialog.tsx'
import { nameOf, saidOf } from '../ui/names.ts'
import classes from './shell.module.css'

const SCHEMES = [
  ['light', 'Light', SunIcon],
  ['dark', 'Dark', MoonIcon],
  ['auto', 'As the device', LaptopIcon],
] as const

/** Who looks, and in which colours. */
export function Account() {
  const { user, role } = useMe()
  const session = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const [isChanging, setChanging] = useState(false)
  const hasPassword = session.state === 'verified' && session.start.identity === 'own'
  const leave = () =>
    signOut().catch((error) => say(saidOf(error), { color: 'red', title: 'You are still signed in' }))
  return (
    <>
      {isChanging && <ChangePassword onClose={() => setChanging(false)} />}
      <Menu position="top-start" width={260}>
        <Menu.Target>
          <UnstyledButton className={classes.account}>
            <Avatar name={user.full_name} size={28} color="brand" />
            <span>
              {user.full_name}
              <Text span size="xs" c="dimmed" display="block">
                {nameOf(role)}
              </Text>
            </span>
            <ChevronsUpDownIcon size={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Colours</Menu.Label>
          {SCHEMES.map(([scheme, label, Icon]) => (
            <Menu.Item
              key={scheme}
              leftSection={<Icon size={16} />}
              rightSection={scheme === colorScheme && <CheckIcon size={16} />}
              onClick={() => setColorScheme(scheme)}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {user.seller_code && (
            <Menu.Item component={Link} to="/proof" leftSection={<BadgeCheckIcon size={16} />}>
              Check a certificate
            </Menu.Item>
          )}
          {hasPassword && (
            <Menu.Item leftSection={<KeyIcon size={16} />} onClick={() => setChanging(true)}>
              Change your password…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<LogOutIcon size={16} />} onClick={leave}>
            {session.state === 'demo' ? 'Choose another person' : 'Sign out'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
