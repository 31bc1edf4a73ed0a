import type { Page } from '../routes.ts'

export const sellerPages: Page[] = []
