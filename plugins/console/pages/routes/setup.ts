import type { Page } from '../routes.ts'

export const setupPages: Page[] = []
