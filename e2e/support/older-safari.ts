/**
 * Takes away what Safari 16.4 and other supported browsers lack. It runs in a page before the page's own scripts, and
 * reaches nothing outside itself.
 */
export function becomeOlder(): void {
  const lacks = (where: object, ...names: string[]) => {
    for (const name of names) Reflect.deleteProperty(where, name)
  }
  lacks(URL, 'canParse', 'parse')
  lacks(AbortSignal, 'any')
  lacks(Promise, 'withResolvers', 'try')
  lacks(Object, 'groupBy')
  lacks(Map, 'groupBy')
  lacks(Document.prototype, 'startViewTransition')
  lacks(globalThis, 'Iterator', 'requestIdleCallback')
  lacks(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf')
  const decode = createImageBitmap
  const decodeOlder = (file: ImageBitmapSource, options?: ImageBitmapOptions) =>
    options?.imageOrientation === 'from-image' ? Promise.reject(new TypeError('Type error')) : decode(file, options)
  Object.assign(globalThis, { createImageBitmap: decodeOlder })
  const { supports } = CSS
  const supportsLess = (property: string, value: string) =>
    property !== 'field-sizing' && Reflect.apply(supports, CSS, [property, value])
  Object.assign(CSS, { supports: supportsLess })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('textarea { field-sizing: fixed !important } html { overflow-anchor: none !important }')
  document.adoptedStyleSheets.push(sheet)
}
