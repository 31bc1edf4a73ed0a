import type { Page } from '../routes.ts'

export const adminPages: Page[] = []
