/** Debug ids and uploads of built files: shared by the command line and the bundler plugins. */
export { SourcemapsError } from './sourcemaps-error.ts'
