/** What a route tells the layouts above it. */
export interface RouteHandle {
  /** The page begins with a hero that the top bar lies over. */
  over?: boolean
  /** The page brings its own frame down to the lower edge. */
  noFooter?: boolean
}
