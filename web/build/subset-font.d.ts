declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2' | 'truetype'
    /** An axis is limited to a range or pinned to a value. */
    variationAxes?: Record<string, number | { min?: number; max?: number; default?: number }>
    /** OpenType features to keep; all when missing. */
    keepFeatures?: readonly string[]
  }
  /** @returns the font with the glyphs that `text` needs. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}
