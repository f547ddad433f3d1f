// What esbuild's loaders make of files that are imported.
declare module "*.svg" {
  const text: string;
  export default text;
}
