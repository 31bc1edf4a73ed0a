import { Fragment, options, type VNode } from 'preact'

/**
 * With `sos.words = pseudo` in the local storage every text of a page is a third longer and in brackets: what breaks
 * the layout will break in another language, too.
 */
if (localStorage.getItem('sos.words') === 'pseudo') {
  const before = options.vnode
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string' || vnode.type === Fragment) lengthen(vnode)
    before?.(vnode)
  }
}

/** The attributes that people read or hear. */
const TEXTS = ['aria-label', 'placeholder', 'title']

function lengthen({ props }: VNode<any>) {
  for (const name of TEXTS) if (name in props) props[name] = longer(props[name])
  props.children = Array.isArray(props.children) ? props.children.map(longer) : longer(props.children)
}

/** `Sellers` → `[Sellers···]` */
const longer = (text: unknown) =>
  typeof text === 'string' && /\p{L}/u.test(text)
    ? `[${text}${'·'.repeat(Math.ceil(text.length / 3))}]`
    : text
