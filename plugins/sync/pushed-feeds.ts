import type { Feed } from '../../src/feeds/feed.ts'
import { type PushedFeed, pushedFacts } from './pushed-feed.ts'
import { sellers } from './sellers.ts'

/** Everything that can be pushed. */
export const pushedFeeds = (feeds: readonly Feed[]): PushedFeed[] => [...feeds.map(pushedFacts), sellers]
