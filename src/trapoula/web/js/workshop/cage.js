/** The script of a frame without an origin: it begins one worker, which then has only the line it is given. It stands in the frame's own text. */

addEventListener(
  "message",
  ({ data, ports: [line] }) => {
    const code = URL.createObjectURL(new Blob([data.code], { type: "text/javascript" }));
    new Worker(code).postMessage(data.things, [line]); // no module: browsers have none without an origin
  },
  { once: true },
);
