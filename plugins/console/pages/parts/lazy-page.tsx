import type { ComponentChild, ComponentType } from 'preact'
import lazy from 'preact-iso/lazy'
import { ApiError } from '../api/errors.ts'
import { common } from '../words/common.ts'
import { later } from './later.tsx'
import { Page } from './page.tsx'

/**
 * A page whose script comes when it is needed. The router keeps a failure for ever and goes on showing the page before,
 * so a script that did not come is asked for again whenever the page is opened, and the page says so if it fails.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  const again = () =>
    load().catch(() => {
      throw new ApiError(0, common.notLoaded)
    })
  const Again = later(again, null, broken)
  return lazy<ComponentType>(() => load().catch(() => Again))
}

const broken = (problem: ComponentChild) => <Page title={common.broken}>{problem}</Page>
