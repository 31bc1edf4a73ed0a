import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { COMPONENTS, type Component } from '../../api/client.ts'
import { Delta } from '../../ui/dim.tsx'
import { points } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { Asked } from '../../ui/page.tsx'
import { changeOf, comparable, scoredMonths, trend } from './data.ts'
import classes from './overview.module.css'

interface FactsProps {
  /** The month whose scores a component leads to, by that component. */
  period?: string
  children: (component: Component) => ReactNode
}

/** The five components side by side, each with what is said of it. */
export const Facts = ({ period, children }: FactsProps) => (
  <dl className={classes.facts}>
    {COMPONENTS.map((one) => (
      <div key={one}>
        <Text component="dt" size="sm" c="var(--soft)">
          {period ? (
            <Link to="/scores" search={{ period, sort: one }}>
              {nameOf(one)}
            </Link>
          ) : (
            nameOf(one)
          )}
        </Text>
        <Group component="dd" m="2px 0 0" gap="0 8px" align="baseline" fz={18} fw={600} c="var(--strong)">
          {children(one)}
        </Group>
      </div>
    ))}
  </dl>
)

/** The average of each component in a month, and how far it is from that of the month before. */
export const Averages = ({ period }: { period: string }) => (
  <Asked query={useQuery(trend(period))} rows={1}>
    {(course) => {
      const [now, last] = scoredMonths(course).toReversed()
      const before = comparable(now, last)
      return (
        <Facts period={period}>
          {(one) => (
            <>
              {points(now?.components[one])}
              <Text span size="sm" fw={500}>
                <Delta value={changeOf(now?.components[one], before?.components[one])} />
              </Text>
            </>
          )}
        </Facts>
      )
    }}
  </Asked>
)
