/** The mark of the service. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M8 22V16M16 22V9M24 22v-9" />
  </svg>
)
