% The reader in MATLAB of the format's own repository, run by Octave:
% octave-cli matlab.m FOLDER VERSION. Messages are given to it in a file.
1;
function text = show(v)
  if iscell(v)
    text = ['[' strjoin(cellfun(@show, v(:)', 'UniformOutput', false), ',') ']'];
  elseif isstruct(v)
    parts = {};
    names = fieldnames(v)';
    for i = 1:numel(names)
      parts{end + 1} = [quoted(names{i}) ':' show(v.(names{i}))];
    end
    text = ['{' strjoin(parts, ',') '}'];
  elseif ischar(v)
    text = quoted(v);
  elseif numel(v) ~= 1
    parts = arrayfun(@show, v(:)', 'UniformOutput', false);
    text = ['[' strjoin(parts, ',') ']'];
    if size(v, 1) > 1 && size(v, 2) > 1
      text = ['{"$matrix":["column",[' sprintf('%d,%d', size(v, 1), size(v, 2)) '],' text ']}'];
    end
  elseif islogical(v)
    if v, text = 'true'; else, text = 'false'; end
  elseif iscomplex(v)
    text = ['{"$complex":[' show(real(v)) ',' show(imag(v)) ']}'];
  elseif isinteger(v)
    text = sprintf('%d', v);
  elseif isnan(v)
    text = '{"$float":"NaN"}';
  elseif isinf(v)
    text = '{"$float":"Infinity"}';
    if v < 0, text = '{"$float":"-Infinity"}'; end
  elseif v == 0 && 1 / double(v) < 0
    text = '-0.0';
  else
    text = sprintf('%.17g', v);
  end
end
function text = quoted(s)
  text = '"';
  for c = s
    code = double(c);
    if code < 32 || c == '"' || c == '\'
      text = [text sprintf('\\u%04x', code)];
    else
      text = [text c];
    end
  end
  text = [text '"'];
end
arguments = argv();
addpath(arguments{1});
warning('off', 'all');
file = tempname();
while true
  head = fread(stdin, 4, 'uint8');
  if numel(head) < 4, break; end
  request = fread(stdin, sum(head' .* [1 256 65536 16777216]), 'uint8')';
  switch char(request(1))
    case 'H'
      answer = ['V{"name":"load_beve.m","version":"' arguments{2} ', Octave ' OCTAVE_VERSION '"}'];
    case 'R'
      out = fopen(file, 'wb');
      fwrite(out, request(2:end));
      fclose(out);
      try
        answer = ['V' show(load_beve(file))];
      catch problem
        answer = ['E' problem.message];
        for open = fopen('all')', fclose(open); end
      end
    otherwise
      answer = 'Snot here';
  end
  n = numel(answer);
  fwrite(stdout, [mod(floor(n ./ [1 256 65536 16777216]), 256) double(answer)]);
  fflush(stdout);
end
