import type { Page } from 'playwright-core'

/**
 * Whatever opens a dialog, in whichever flow: it is seen in its full width, within the screen, and the button that opened it said so in
 * its markup. It takes no press in the moment in which it opens, as that would be the second of a double tap, and it is not
 * closed to be opened again. What is wrong is an error of the page's console, which watch.ts writes down.
 */
export const watchDialogs = (page: Page) => page.addInitScript(WATCH)

// In the page's own words. A dialog without a cross, or after a form was sent, is one that nobody opened by a button.
const WATCH = `(() => {
  let pressed = null
  let closed = null
  addEventListener('click', ({ target }) => {
    pressed = target.closest('button, a')
    closed = null
  }, true)
  addEventListener('keydown', () => {
    pressed = null
    closed = null
  }, true)
  const { showModal, close } = HTMLDialogElement.prototype
  HTMLDialogElement.prototype.close = function () {
    closed = pressed?.isConnected && pressed.type !== 'submit' && !this.contains(pressed) && this
    close.call(this)
  }
  HTMLDialogElement.prototype.showModal = function () {
    showModal.call(this)
    const opener = pressed
    const name = this.getAttribute('aria-label') ?? this.textContent.slice(0, 60)
    if (closed) console.error('A dialog is closed and opened again: ' + name)
    const isAsked = this.querySelector('[aria-label=Close]') && opener && opener.type !== 'submit'
    if (isAsked && !opener.closest('[aria-haspopup], [role=menu]'))
      console.error('The button does not say that it opens a dialog: ' + opener.outerHTML.slice(0, 200))
    requestAnimationFrame(() => {
      if (!this.open) return
      const { left, top, right, bottom, width, height } = this.getBoundingClientRect()
      const isWithin = left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1
      const isCut = this.scrollWidth > this.clientWidth + 1
      if (!this.checkVisibility() || width < 100 || height < 50 || !isWithin || isCut)
        console.error(['A dialog is open and not seen:', name, left, top, width, height].join(' '))
      const places = [...this.querySelectorAll('button')].map((one) => one.getBoundingClientRect())
      const isHit = ({ x, y, width, height }) => this.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      if (this.matches('.dialog') && [...places, new DOMRect(1, 1)].some(isHit))
        console.error('A dialog takes a press as soon as it is open: ' + name)
    })
  }
})()`
