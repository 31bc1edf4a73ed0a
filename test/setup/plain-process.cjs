/**
 * What tap adds to a process for coverage and source maps costs a test file that measures no coverage a fifth of its
 * start. A process loads this before tap's part: it leaves every file out of tap's notes, and no source map is read,
 * because types are stripped in place.
 */
if (process.env._TAPJS_PROCESSINFO_COVERAGE_ === '0') {
  process.env._TAPJS_PROCESSINFO_EXCLUDE_ = '/./'
  process.setSourceMapsEnabled(false)
}
