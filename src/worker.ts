// The entry of releases before, which units of an operator's own may name.
import './worker.js'
