import { ActionIcon, Alert, Box, Burger, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { openSpotlight } from '@mantine/spotlight'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { SearchIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useMe, useNews } from '../api/me.ts'
import { useBackCloses } from '../ui/back.ts'
import { Account } from './account.tsx'
import icon from './icon.svg'
import { entriesOf } from './navigation.ts'
import { Palette } from './palette.tsx'
import classes from './shell.module.css'

export function Shell() {
  const [open, menu] = useDisclosure()
  useBackCloses(open, menu.close)
  const { online } = useNetwork()
  useNews()
  const { pathname, busy } = useRouterState({
    select: (s) => ({ pathname: s.location.pathname, busy: s.status === 'pending' }),
    structuralSharing: true,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(menu.close, [pathname])

  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      {busy && <div className={classes.busy} role="progressbar" aria-label="Loading" />}
      <Box component="aside" className={classes.side} visibleFrom="md">
        <Side />
      </Box>
      <Group
        component="nav"
        hiddenFrom="md"
        pos="sticky"
        top={0}
        bg="var(--page)"
        style={{ zIndex: 90, borderBottom: '1px solid var(--line)' }}
        gap={8}
        px={8}
        py={6}
        wrap="nowrap"
        aria-label="Menu and search"
      >
        <Burger opened={open} onClick={menu.toggle} size="sm" aria-label="Menu" miw={44} mih={44} />
        <Brand />
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={openSpotlight}
          aria-label="Search"
          size={44}
          ml="auto"
        >
          <SearchIcon size={20} />
        </ActionIcon>
      </Group>
      <Drawer opened={open} onClose={menu.close} position="left" size={280} title={<Brand />} padding="md">
        <Side onGo={menu.close} />
      </Drawer>
      <main id="content" tabIndex={-1} className={classes.main}>
        {!online && (
          <Alert role="status" mb="lg" py="xs">
            There is no connection. What is shown may be old; nothing can be sent until it is back.
          </Alert>
        )}
        <Outlet />
      </main>
      <Palette />
    </div>
  )
}

const Brand = () => (
  <Group
    gap={10}
    fw={600}
    c="var(--strong)"
    td="none"
    lts="-0.01em"
    renderRoot={(root) => <Link to="/" {...root} />}
  >
    <img src={icon} alt="" width={24} height={24} /> Operating Score
  </Group>
)

function Side({ onGo }: { onGo?: () => void }) {
  const me = useMe()
  const pathname = useRouterState({ select: (s) => s.location.pathname })
  const isAt = (within?: string[]) => within?.some((start) => pathname.startsWith(start))
  const entries = entriesOf(me)
  return (
    <Stack gap={12} h="100%">
      <Box px={8} pb={4} visibleFrom="md">
        <Brand />
      </Box>
      <Button
        px={10}
        c="dimmed"
        fw={400}
        styles={{ label: { flex: 1 } }}
        leftSection={<SearchIcon size={16} />}
        rightSection={
          <Text size="xs" visibleFrom="md">
            Ctrl K
          </Text>
        }
        onClick={openSpotlight}
      >
        Search or do…
      </Button>
      <Stack component="nav" gap={1} flex={1} style={{ overflowY: 'auto' }} aria-label="Main">
        {entries
          .filter(({ under }) => under === undefined || isAt(entries.find(({ to }) => to === under)?.within))
          .map(({ to, label, icon: Icon, within, under }) => (
            <Link
              key={to}
              to={to}
              className={classes.entry}
              data-under={under}
              onClick={onGo}
              aria-current={isAt(within) || undefined}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {Icon && <Icon size={18} strokeWidth={1.6} />} {label}
            </Link>
          ))}
      </Stack>
      <Account />
    </Stack>
  )
}
