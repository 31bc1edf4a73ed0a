import type { ComponentChild, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../api/errors.ts'
import { Page } from './page.tsx'
import { Problem } from './problem.tsx'

interface Options {
  /** What stands there until it has come; left out: the router keeps what it showed before. */
  place?: ComponentChild
  /** Of the page that says that it did not come; left out: it is said in its place. */
  title?: string
}

type Lazy<Props extends object> = ComponentType<Props> & { preload: () => Promise<void> }

/**
 * A page, or a tab of one, whose script comes when it is first shown. What does not come, for the service is away or
 * has newer files, is told in its place, and asked for again at the next visit: by a new document where the browser
 * answers from memory that it has failed, as Chromium does.
 */
export function lazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { place, title }: Options = {},
): Lazy<Props> {
  let Part: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let hasFailed = false
  let failures = 0

  /** It never rejects: the router waits for it without listening to errors. */
  function begin() {
    loading ??= load().then(
      (module) => {
        Part = module.default
      },
      () => {
        hasFailed = true
        failures += 1
      },
    )
    return loading
  }
  function forget() {
    loading = undefined
    hasFailed = false
  }
  async function preload() {
    await begin()
    if (hasFailed) forget()
  }

  function LazyPart(props: Props) {
    const [, draw] = useState({})
    if (Part) return <Part {...props} />
    if (hasFailed) return <Failed title={title} isAgain={failures > 1} onLeave={forget} />
    const begun = begin()
    begun.then(() => draw({}))
    if (place === undefined) throw begun
    return <>{place}</>
  }
  return Object.assign(LazyPart, { preload })
}

function Failed({ title, isAgain, onLeave }: { title?: string; isAgain: boolean; onLeave: () => void }) {
  useEffect(() => {
    const left = new AbortController()
    if (isAgain) reloadIfServed(left.signal)
    return () => {
      left.abort()
      onLeave()
    }
  }, [])
  const problem = (
    <Problem
      error={
        new ApiError(0, 'The page did not come from the service. Check your connection, then try again.')
      }
      onRetry={() => location.reload()}
    />
  )
  return title ? <Page title={title}>{problem}</Page> : problem
}

const ANSWER_MS = 10_000

/** Without a connection a reload would lose the page and its menu; who has left meanwhile keeps the page that came then. */
const reloadIfServed = (left: AbortSignal) =>
  fetch('/console', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.any([left, AbortSignal.timeout(ANSWER_MS)]),
  }).then(
    () => left.aborted || location.reload(),
    () => {}, // it stays told that the page did not come
  )
